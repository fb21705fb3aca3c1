/** A part that is made when it is first used: the ids of ended jobs have their memory reserved, and few lives end a job. */
export function later<Part extends object>(make: () => Part): Part {
  let part: Part | undefined;
  return new Proxy({} as Part, {
    get: (_, name) => {
      part ??= make();
      return Reflect.get(part, name);
    },
  });
}
