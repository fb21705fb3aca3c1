import { ComponentType } from 'discord.js';
import { budgetChart } from '../../src/charts/budget-chart.ts';
import { type BudgetFigures, budgetFigures } from '../../src/charts/budget-figures.ts';
import { privateText, textDisplay } from '../../src/discord/messages/components.ts';
import { cut } from '../../src/discord/messages/prompt-text.ts';
import { ALT_TEXT_LIMIT, messageBody } from '../../src/discord/rest/message-body.ts';
import { nameOfModel } from '../../src/task-api/models.ts';
import type { Texts } from '../../src/texts/en.ts';
import type { ServerInteraction, Subcommand } from '../support/context.ts';

type Words = Texts['budget']['chart'];
const FILENAME = 'easel-budget.png';

/** Credits by day and model, the top spenders and the forecast, as a picture with alt text. */
export const chart: Subcommand<ServerInteraction> = async (
  { respond, guildId },
  { clock, money: { accounts, drawChart }, rules, texts },
) => {
  await respond.deferPrivately();
  const words = texts.budget.chart;
  const usage = await accounts.usage(guildId);
  const figures = budgetFigures(usage, await accounts.view(guildId), clock.now());
  if (figures.totalCredits === 0) {
    await respond.complete(privateText(words.nothing));
    return;
  }
  const { modelNames } = (await rules()).settings;
  const labels = { ...labelsOf(figures, words), model: (modelId: string) => nameOfModel(modelId, modelNames) };
  const bytes = await drawChart(budgetChart(figures, labels));
  const description = cut(altTextOf(figures, labels.model, words), ALT_TEXT_LIMIT);
  const items = [{ media: { url: `attachment://${FILENAME}` }, description }];
  await respond.complete(
    messageBody([{ type: ComponentType.MediaGallery, items }, textDisplay(captionOf(figures, words))], {
      ephemeral: true,
      attachments: [{ id: '0', filename: FILENAME, description }],
    }),
    [{ name: FILENAME, mimeType: 'image/png', bytes }],
  );
};

function spanOf({ days }: BudgetFigures): [from: string, until: string] {
  return [days[0] ?? '', days.at(-1) ?? ''];
}

function labelsOf(figures: BudgetFigures, words: Words) {
  return {
    title: words.title,
    subtitle: words.subtitle(...spanOf(figures)),
    forecast: words.course,
    used: words.used,
    budget: words.budget(figures.forecast?.budgetCredits ?? 0),
    spenders: words.spenders,
    credits: words.amount,
  };
}

/** Everything that the picture says, for people who can't see it. */
function altTextOf(figures: BudgetFigures, nameOf: (modelId: string) => string, words: Words): string {
  const { days, models, totalCredits, spenders, forecast } = figures;
  const sum = (credits: readonly number[]): number => credits.reduce((total, one) => total + one, 0);
  const byDay = days.map((day, index) => ({ day, credits: sum(models.map(({ credits }) => credits[index] ?? 0)) }));
  const best = byDay.reduce((most, one) => (one.credits > most.credits ? one : most));
  const used = forecast?.usedCredits.at(-1) ?? 0;
  return [
    words.alt(...spanOf(figures), totalCredits),
    `${models.map(({ modelId, credits }) => words.altModel(nameOf(modelId), sum(credits))).join(', ')}.`,
    words.altBest(best.day, best.credits),
    ...(forecast ? [words.altForecast(used, forecast.atEndCredits, forecast.budgetCredits)] : []),
    ...(spenders.length > 0 ? [words.altSpenders(spenders.map(({ credits }) => credits))] : []),
  ].join(' ');
}

function captionOf({ forecast, spenders }: BudgetFigures, words: Words): string {
  return [
    ...(forecast ? [words.forecast(forecast.atEndCredits, forecast.budgetCredits)] : []),
    ...(forecast?.runsOutAtMs === undefined ? [] : [words.runsOut(forecast.runsOutAtMs)]),
    ...spenders.map(({ memberId, credits }, index) => words.spender(index + 1, memberId, credits)),
  ].join('\n');
}
