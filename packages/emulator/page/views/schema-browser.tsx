import { useState } from "preact/hooks";
import type { GraphqlField, GraphqlType } from "../server/view.js";
import { matches, SearchField } from "../parts/filters.js";
import { useDetails } from "../use-details.js";

/** The types of the schema. The name of a type leads to its fields. */
export function SchemaBrowser() {
  const { value: types = [] } = useDetails<readonly GraphqlType[]>(
    "/schema",
    0,
  );
  const [search, setSearch] = useState("");
  const [name, setName] = useState("Query");
  const open = types.find((type) => type.name === name);
  const names = new Set(types.map((type) => type.name));
  return (
    <section class="schema" aria-label="Schema">
      <div class="part-title">
        <h3>Schema</h3>
      </div>
      <div class="line">
        <select
          aria-label="Type"
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setSearch("");
          }}
        >
          {types.map((type) => (
            <option key={type.name}>{type.name}</option>
          ))}
        </select>
        <SearchField
          label="Search all fields"
          value={search}
          onChange={setSearch}
        />
      </div>
      {search === "" && open ? (
        <TypeFields
          type={open}
          fields={open.fields}
          names={names}
          go={setName}
        />
      ) : null}
      {search === ""
        ? null
        : types
            .map((type) => [type, fieldsMatching(type, search)] as const)
            .filter(([, fields]) => fields.length > 0)
            .map(([type, fields]) => (
              <TypeFields
                key={type.name}
                type={type}
                fields={fields}
                names={names}
                go={(next) => {
                  setName(next);
                  setSearch("");
                }}
              />
            ))}
    </section>
  );
}

function fieldsMatching(
  { name, fields }: GraphqlType,
  search: string,
): GraphqlField[] {
  return fields.filter((field) => matches(search, [name, field.name]));
}

interface TypeFieldsProps {
  readonly type: GraphqlType;
  readonly fields: readonly GraphqlField[];
  /** The names that lead to a type. */
  readonly names: ReadonlySet<string>;
  readonly go: (name: string) => void;
}

function TypeFields({ type, fields, names, go }: TypeFieldsProps) {
  return (
    <div class="type">
      <h4>
        {type.kind} <code>{type.name}</code>
      </h4>
      {type.description === "" ? null : <p>{type.description}</p>}
      <dl class="fields">
        {fields.map((field) => (
          <div key={field.name}>
            <dt>
              <code>
                {field.name}
                {field.args.length > 0 ? "(" : ""}
                {field.args.map((arg, index) => (
                  <>
                    {index > 0 ? ", " : ""}
                    {arg.name}:{" "}
                    <TypeName type={arg.type} names={names} go={go} />
                  </>
                ))}
                {field.args.length > 0 ? ")" : ""}
                {field.type === "" ? "" : ": "}
                <TypeName type={field.type} names={names} go={go} />
              </code>
            </dt>
            {field.description === "" ? null : <dd>{field.description}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}

function TypeName({
  type,
  names,
  go,
}: Pick<TypeFieldsProps, "names" | "go"> & { readonly type: string }) {
  const name = type.replace(/[[\]!]/g, "");
  if (!names.has(name)) return <>{type}</>;
  return (
    <button type="button" class="link" onClick={() => go(name)}>
      {type}
    </button>
  );
}
