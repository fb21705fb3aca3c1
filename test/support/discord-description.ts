import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { SentAnswer } from '../../src/sandbox/discord/request-log.ts';
import type { DiscordSandbox } from '../../src/sandbox/discord/sandbox.ts';

/**
 * Discord's OpenAPI description of its REST interface, next to this project's folder. It isn't part of the project, so
 * a machine may lack it, including CI's. https://github.com/discord/discord-api-spec
 */
const file = new URL('../../../shared/discord-openapi.json', import.meta.url);

const descriptionSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
const operationSchema = z.object({ responses: z.record(z.string(), z.object({ $ref: z.string().optional() })) });

const ID = 'discord';
const isParameter = (part: string): boolean => part.startsWith('{');

/** The codes of single fields are words. The description says numbers, and Discord's documentation is right. */
const INNER_ERRORS = {
  type: 'object',
  required: ['_errors'],
  additionalProperties: false,
  properties: {
    _errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** Media channels (16) are documented but not described. They are like forums (15). */
const withoutMediaChannels = (key: string, value: unknown): unknown => (key === 'type' && value === 16 ? 15 : value);

/** Escapes a part of a JSON pointer. */
const pointerPart = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');

function createDescription(): { faultOf(answer: SentAnswer): string | undefined } {
  const description = descriptionSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const { paths } = description;
  description.components.schemas['InnerErrors'] = INNER_ERRORS;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(description, ID);
  const patterns = Object.keys(paths).map((path) => ({ path, parts: path.split('/') }));
  const validators = new Map<string, ValidateFunction>();

  /** The description's most literal path that matches this one. */
  const pathOf = (url: string): string | undefined => {
    const parts = url.split('?')[0]?.split('/') ?? [];
    const fitting = patterns.filter(
      (one) =>
        one.parts.length === parts.length &&
        one.parts.every((part, index) => isParameter(part) || part === decodeURIComponent(parts[index] ?? '')),
    );
    const parametersIn = (one: { parts: string[] }): number => one.parts.filter(isParameter).length;
    return fitting.sort((one, other) => parametersIn(one) - parametersIn(other))[0]?.path;
  };

  const validatorOf = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer);
    if (known) return known;
    const validator = ajv.compile({ $ref: `${ID}#${pointer}` });
    validators.set(pointer, validator);
    return validator;
  };

  return {
    faultOf: ({ method, url, status, body }) => {
      const called = `${method} ${url} answered with ${status}`;
      // Discord describes neither its own failures nor the pages of servers in front of it.
      if (status >= 500 || body.startsWith('<html>')) return undefined;
      const path = pathOf(url);
      const operation = path === undefined ? undefined : paths[path]?.[method.toLowerCase()];
      if (operation === undefined) return status === 404 ? undefined : `${called}, and Discord has no such operation`;
      const { responses } = operationSchema.parse(operation);
      const key = responses[status] ? String(status) : `${Math.floor(status / 100)}XX`;
      const response = responses[key];
      if (!response) return `${called}, which Discord does not do`;
      const at =
        response.$ref?.slice(1) ?? `/paths/${pointerPart(path ?? '')}/${method.toLowerCase()}/responses/${key}`;
      if (status === 204) return body === '' ? undefined : `${called} and a body`;
      const validator = validatorOf(`${at}/content/${pointerPart('application/json')}/schema`);
      if (validator(JSON.parse(body, withoutMediaChannels))) return undefined;
      return `${called}, but ${ajv.errorsText(validator.errors, { dataVar: 'body' }).slice(0, 500)}: ${body.slice(0, 300)}`;
    },
  };
}

const description = existsSync(file) ? createDescription() : undefined;

export const hasDescription = description !== undefined;

/** The violations of the description in later answers. Empty if there is no description. */
export function watchAnswers({ requests }: Pick<DiscordSandbox, 'requests'>): readonly string[] {
  const faults: string[] = [];
  requests.onAnswer = (answer) => {
    const fault = description?.faultOf(answer);
    if (fault !== undefined) faults.push(fault);
  };
  return faults;
}
