/** The model of a batch, in the JSON text of its definition. */
export function readModel(definition: string): string {
  const { model } = JSON.parse(definition) as { readonly model: string };
  return model;
}
