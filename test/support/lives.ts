/** A part that is created when first used. The ids of ended jobs reserve memory, and few runs end a job. */
export function later<Part extends object>(make: () => Part): Part {
  let part: Part | undefined;
  return new Proxy({} as Part, {
    get: (_, name) => {
      part ??= make();
      return Reflect.get(part, name);
    },
  });
}
