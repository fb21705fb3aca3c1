import { type APIUnfurledMediaItem, UnfurledMediaItemLoadingState } from 'discord-api-types/v10';
import type { AnyComponent } from '../checks/components.ts';
import type { Attachments } from '../messages/attachments.ts';
import type { Wire } from './people.ts';

/** Stored media of a message's own files refer to them by `attachment://` and the file's id. */
export const storedReference = 'attachment://';

/** The id of a file in its address. */
const ATTACHED = /\/attachments\/\d+\/(\d+)\//;

/** Replaces a stored reference by a signed address and the file's facts. */
const mediaToWire = (attachments: Attachments, url: string): Wire<APIUnfurledMediaItem> & { id: string } => {
  const file = url.startsWith(storedReference) ? attachments.find(url.slice(storedReference.length)) : undefined;
  const address = file ? attachments.addressOf(file) : url;
  // Discord looks at other addresses too; here these are files of other messages.
  const known = file ?? attachments.find(ATTACHED.exec(url)?.[1] ?? '');
  return {
    id: file?.id ?? '0',
    url: address,
    proxy_url: address,
    width: known?.width ?? null,
    height: known?.height ?? null,
    content_type: known?.contentType ?? null,
    loading_state: UnfurledMediaItemLoadingState.LoadedSuccess,
    flags: 0,
    attachment_id: file?.id,
  };
};

/** A component as Discord returns it: media with addresses, and everything else as it was sent. */
export interface WireComponent {
  type: number;
  id?: number | undefined;
  [field: string]: unknown;
}

export const componentToWire = (attachments: Attachments, component: AnyComponent): WireComponent => {
  const inner = (components: readonly AnyComponent[]): WireComponent[] =>
    components.map((one) => componentToWire(attachments, one));
  switch (component.type) {
    case 1:
      return { ...component, components: inner(component.components) };
    case 17:
      return {
        ...component,
        accent_color: component.accent_color ?? null,
        spoiler: component.spoiler ?? false,
        components: inner(component.components),
      };
    case 9:
      return {
        ...component,
        components: inner(component.components),
        accessory: componentToWire(attachments, component.accessory),
      };
    case 11:
      return mediaPart(component, { media: mediaToWire(attachments, component.media.url) });
    case 12: {
      const items = component.items.map((item) => mediaPart(item, { media: mediaToWire(attachments, item.media.url) }));
      return { ...component, items };
    }
    case 13: {
      const file = mediaToWire(attachments, component.file.url);
      const stored = attachments.find(file.attachment_id ?? '');
      const about = { name: stored?.filename ?? 'unknown', size: stored?.sizeBytes ?? 0 };
      return { ...component, file, spoiler: component.spoiler ?? false, ...about };
    }
    case 2:
    case 10:
      return { ...component };
    default:
      return { ...component, min_values: component.min_values ?? 1, max_values: component.max_values ?? 1 };
  }
};

const mediaPart = <Part extends { description?: string | undefined; spoiler?: boolean | undefined }, Media>(
  part: Part,
  media: Media,
) => ({ ...part, ...media, description: part.description ?? null, spoiler: part.spoiler ?? false });
