/** What `specs/surfaces.yaml` decides about one surface, beside its name, document and version. */
export interface SurfaceRules {
  /** The member of a response that a function returns instead of the whole response, by route: `{ GET /pods: pods }`. */
  readonly lists?: Readonly<Record<string, string>>;
  /**
   * The members of a body to which alone a success without a body belongs, by route, where the document permits such a
   * success for every body: `{ "POST /pods/{id}/action": { action: terminate } }`.
   */
  readonly emptyOnlyFor?: Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  /** The routes that an import leaves out, because no program needs them: `[GET /docs]`. */
  readonly skip?: readonly string[];
  /** The name of a function by its route: `{ "GET /pods/{id}": pods.get }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** The name of a type by the name of its schema: `{ api.Pod: ApiPod }`. */
  readonly types?: Readonly<Record<string, string>>;
  /**
   * The schemas, members and parameters whose listed values change over time, by the name of the type that all of them
   * have: any other text is accepted too. `{ GpuTypeId: [gpuTypeId, gpuTypeIds] }`
   */
  readonly open?: Readonly<Record<string, readonly string[]>>;
  /** The members that every answer shows, by schema, whether the document says so or not: `{ Pod: [costPerHr] }`. */
  readonly required?: Readonly<Record<string, readonly string[]>>;
  /**
   * The members that an answer may show and the document lacks, each with the name of its schema:
   * `{ Pod: { template: Template } }`.
   */
  readonly members?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
