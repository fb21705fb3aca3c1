/**
 * The one home of the model list (task-api.txt 2.1): what each makes, and with it which address field carries its result; and
 * what people call it.
 */
export const MODELS = [
  { id: 'image-model-a', name: 'Image Model A', kind: 'image', resultField: 'image_url' },
  { id: 'image-model-b', name: 'Image Model B', kind: 'image', resultField: 'image_url' },
  { id: 'omni-flash', name: 'Omni Flash', kind: 'video', resultField: 'video_url' },
  { id: 'omni-pro', name: 'Omni Pro', kind: 'video', resultField: 'video_url' },
  { id: 'video-model-c', name: 'Video Model C', kind: 'video', resultField: 'video_url' },
] as const;

export type Model = (typeof MODELS)[number];
export type ModelId = Model['id'];
export type MediaKind = Model['kind'];
export type ModelIdOf<Kind extends MediaKind> = Extract<Model, { kind: Kind }>['id'];

export const MODEL_IDS = MODELS.map((model) => model.id) as [ModelId, ...ModelId[]];

export function modelIdsOf<Kind extends MediaKind>(kind: Kind): ModelIdOf<Kind>[] {
  return MODELS.filter((model) => model.kind === kind).map((model) => model.id) as ModelIdOf<Kind>[];
}

/** What members are offered; the service takes others, too. */
export const SUGGESTED_RATIOS: readonly string[] = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9'];

/** What was offered once, with what it made: its works are still shown. Whoever takes a line from `MODELS` writes it here. */
const RETIRED: readonly { id: string; kind: MediaKind }[] = [];

/** What a model makes, or made; a picture where nobody remembers it. */
export function kindOf(modelId: string): MediaKind {
  return [...MODELS, ...RETIRED].find((model) => model.id === modelId)?.kind ?? 'image';
}

/** What people read of a model; its id where nothing is known of it any more. */
export function nameOfModel(modelId: string): string {
  return MODELS.find(({ id }) => id === modelId)?.name ?? modelId;
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The model that somebody means who typed its id or its name, however that is written: `omni pro`, `Omni-Pro`. */
export function modelCalled(typed: string): Model | undefined {
  return MODELS.find(({ id }) => lettersOf(id) === lettersOf(typed));
}

/** Whether something may be asked of this model by now. */
export function isOffered(modelId: string): modelId is ModelId {
  return MODELS.some(({ id }) => id === modelId);
}
