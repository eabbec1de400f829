// Made by `npm run generate` from specs/surfaces.yaml. Do not edit.

/**
 * Every operation of a surface: by its resource and its own name a row of words. These are the method and the path, what
 * the answer is (`json` or `nothing`), and in braces what is given after the parameters of the path and before the
 * options. A row that ends in `synonym` may also be sent as a POST to `/update` below its path.
 */
export type Operations<Resources> = {
  readonly [Resource in keyof Resources]: Readonly<Record<keyof Resources[Resource], string>>;
};

/** Makes a function of each operation; `prefix` stands before the names of the calls. */
export type Make = <Resources>(operations: Operations<Resources>, prefix?: string) => Resources;
