import { type Inline, parseInline } from './parse-inline.ts';

/** Discord's markdown as blocks of lines. Single line breaks count. */
export type Block =
  | { kind: 'paragraph' | 'subtext'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'list'; items: { depth: number; marker: string; children: Inline[] }[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; text: string };

const HEADING = /^(#{1,3})\s+(.+)$/;
const SUBTEXT = /^-#\s+(.+)$/;
const ITEM = /^(\s*)([-*]|\d+\.)\s+(.+)$/;

export const parseMarkdown = (text: string): Block[] => {
  const blocks: Block[] = [];
  for (const [index, piece] of text.split(/```(?:[\w+-]*\n)?([\s\S]*?)\n?```/).entries()) {
    if (index % 2 === 1) blocks.push({ kind: 'code', text: piece });
    else blocks.push(...parseLines(index === 0 ? piece : piece.replace(/^\n/, '')));
  }
  return blocks;
};

const parseLines = (text: string): Block[] => {
  if (text === '') return [];
  const blocks: Block[] = [];
  const lines = text.split('\n');
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    const joined = paragraph.join('\n').replace(/^\n+|\n+$/g, '');
    if (joined !== '') blocks.push({ kind: 'paragraph', children: parseInline(joined) });
    paragraph = [];
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line.startsWith('>>> ')) {
      endParagraph();
      blocks.push({ kind: 'quote', blocks: parseLines([line.slice(4), ...lines.slice(index + 1)].join('\n')) });
      return blocks;
    }
    if (line.startsWith('> ') || line === '>') {
      endParagraph();
      const quoted: string[] = [];
      for (; index < lines.length && /^>( |$)/.test(lines[index] ?? ''); index++)
        quoted.push((lines[index] ?? '').slice(2));
      index--;
      blocks.push({ kind: 'quote', blocks: parseLines(quoted.join('\n')) });
      continue;
    }
    const block = parseLine(line);
    if (!block) {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    const last = blocks.at(-1);
    if (block.kind === 'list' && last?.kind === 'list') last.items.push(...block.items);
    else blocks.push(block);
  }
  endParagraph();
  return blocks;
};

/** A line that is a block by itself. */
const parseLine = (line: string): Block | undefined => {
  const heading = HEADING.exec(line);
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, children: parseInline(heading[2] ?? '') };
  const subtext = SUBTEXT.exec(line);
  if (subtext) return { kind: 'subtext', children: parseInline(subtext[1] ?? '') };
  const item = ITEM.exec(line);
  if (!item) return undefined;
  const marker = item[2] ?? '-';
  const depth = Math.floor((item[1] ?? '').length / 2);
  return {
    kind: 'list',
    items: [{ depth, marker: /\d/.test(marker) ? marker : '•', children: parseInline(item[3] ?? '') }],
  };
};
