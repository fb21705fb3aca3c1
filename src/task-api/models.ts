/** The only list of models (task-api.txt 2.1): what each makes, the field with its result, and its name for people. */
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

/** Ratios that members may choose. The service accepts others too. */
export const SUGGESTED_RATIOS: readonly string[] = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9'];

/**
 * Models that are no longer offered, with what they made, so that their works can still be shown. Add a model here when
 * you remove it from `MODELS`.
 */
const RETIRED: readonly { id: string; kind: MediaKind }[] = [];

/** What a model makes or made; a picture if it is unknown. */
export function kindOf(modelId: string): MediaKind {
  return [...MODELS, ...RETIRED].find((model) => model.id === modelId)?.kind ?? 'image';
}

/** A server's own names for models, by id. An empty name means none. */
export type ModelNames = Readonly<Record<string, string>>;

/** A model's name for people, or its id if it is unknown. @param own the names of the server where people read it. */
export function nameOfModel(modelId: string, own: ModelNames = {}): string {
  const given = Object.hasOwn(own, modelId) ? own[modelId] : undefined;
  return given || (MODELS.find(({ id }) => id === modelId)?.name ?? modelId);
}

/** The server's names for these models, to store with a record. */
export function keptNames(modelIds: readonly string[], own: ModelNames): { modelNames?: Record<string, string> } {
  const given = modelIds.flatMap((id) => (Object.hasOwn(own, id) && own[id] ? [[id, own[id]] as const] : []));
  return given.length === 0 ? {} : { modelNames: Object.fromEntries(given) };
}

/** The first name that two models would share. Easel's own names count too. */
export function sharedName(own: ModelNames): string | undefined {
  const namesOf = ({ id, name }: Model): string[] => [name, nameOfModel(id, own)];
  return MODELS.map((model) => ({ model, name: nameOfModel(model.id, own) })).find(({ model, name }) =>
    MODELS.some((other) => other !== model && namesOf(other).some((one) => isSameName(one, name))),
  )?.name;
}

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The model whose id or name a member typed, in any spelling: `omni pro`, `Omni-Pro`. */
export function modelCalled(typed: string, own: ModelNames = {}): Model | undefined {
  return (
    MODELS.find(({ id }) => lettersOf(id) === lettersOf(typed)) ??
    MODELS.find(({ id }) => isSameName(nameOfModel(id, own), typed))
  );
}

/** Whether the model is still offered. */
export function isOffered(modelId: string): modelId is ModelId {
  return MODELS.some(({ id }) => id === modelId);
}

/** What a task, or several together, is expected to cost. */
export interface Price {
  credits: number;
  /** The service hasn't charged for it yet, as far as that can be believed. */
  isGuess?: boolean | undefined;
}
