import { type APIFileComponent, type APIMediaGalleryComponent, ComponentType } from 'discord.js';

const isSound = (name: string): boolean => /\.(mp3|m4a|wav|ogg|oga|opus|flac|aac)$/.test(name);

/** The attachments of these names as a message shows them: pictures and clips in one gallery, sounds as files. */
export function mediaComponents(
  names: readonly string[],
  { altText, spoiler }: { altText?: string; spoiler: boolean },
): (APIMediaGalleryComponent | APIFileComponent)[] {
  const items = names
    .filter((name) => !isSound(name))
    .map((name) => ({
      media: { url: `attachment://${name}` },
      ...(altText === undefined ? {} : { description: altText }),
      spoiler,
    }));
  return [
    ...(items.length > 0 ? [{ type: ComponentType.MediaGallery as const, items }] : []),
    ...names.filter(isSound).map((name) => ({
      type: ComponentType.File as const,
      file: { url: `attachment://${name}` },
      spoiler,
    })),
  ];
}
