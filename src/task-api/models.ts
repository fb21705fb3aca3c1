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

/** What the managers of one server call models, by id; an empty name is none. */
export type ModelNames = Readonly<Record<string, string>>;

/** What people read of a model; its id where nothing is known of it any more. @param own names of the server where they read it */
export function nameOfModel(modelId: string, own: ModelNames = {}): string {
  const given = Object.hasOwn(own, modelId) ? own[modelId] : undefined;
  return given || (MODELS.find(({ id }) => id === modelId)?.name ?? modelId);
}

/** The server's names of these models, for what is kept and read later. */
export function keptNames(modelIds: readonly string[], own: ModelNames): { modelNames?: Record<string, string> } {
  const given = modelIds.flatMap((id) => (Object.hasOwn(own, id) && own[id] ? [[id, own[id]] as const] : []));
  return given.length === 0 ? {} : { modelNames: Object.fromEntries(given) };
}

/** The first name that two models would go by; also what Easel calls a model is its own. */
export function sharedName(own: ModelNames): string | undefined {
  const namesOf = ({ id, name }: Model): string[] => [name, nameOfModel(id, own)];
  return MODELS.map((model) => ({ model, name: nameOfModel(model.id, own) })).find(({ model, name }) =>
    MODELS.some((other) => other !== model && namesOf(other).some((one) => isSameName(one, name))),
  )?.name;
}

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The model that a member means who typed its id or its name, however that is written: `omni pro`, `Omni-Pro`. */
export function modelCalled(typed: string, own: ModelNames = {}): Model | undefined {
  return (
    MODELS.find(({ id }) => lettersOf(id) === lettersOf(typed)) ??
    MODELS.find(({ id }) => isSameName(nameOfModel(id, own), typed))
  );
}

/** Whether something may be asked of this model by now. */
export function isOffered(modelId: string): modelId is ModelId {
  return MODELS.some(({ id }) => id === modelId);
}
