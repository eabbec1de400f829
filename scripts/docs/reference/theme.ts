import {
  IntersectionType,
  IntrinsicType,
  LiteralType,
  ReferenceType,
  ReflectionType,
  UnionType,
  type Comment,
  type DeclarationHierarchy,
  type DeclarationReflection,
  type SignatureReflection,
  type SomeType,
} from "typedoc";
import {
  MarkdownTheme,
  MarkdownThemeContext,
  type MarkdownPageEvent,
} from "typedoc-plugin-markdown";
import type { Reflection } from "typedoc";

/** A union of more types than this is folded. */
const MAX_UNFOLDED = 8;

/** The values of type aliases that the compiler resolves to a union of literals. */
type ValuesOfAliases = ReadonlyMap<Reflection, readonly string[]>;

/** The theme of the reference, over the values of the type aliases. */
export function themeWith(values: ValuesOfAliases): typeof MarkdownTheme {
  return class extends MarkdownTheme {
    override getRenderContext(
      page: MarkdownPageEvent<Reflection>,
    ): MarkdownThemeContext {
      const context = new MarkdownThemeContext(
        this,
        page,
        this.application.options,
      );
      const { declarationTitle, signatureTitle } = context.partials;
      Object.assign(context.partials, {
        hierarchy: (model: DeclarationHierarchy) => renderBases(context, model),
        inheritance: () => "",
        unionType: (model: UnionType) => renderUnion(context, model),
        signature: (
          model: SignatureReflection,
          options: { readonly hideTitle?: boolean },
        ) =>
          renderSignature(
            context,
            model,
            options.hideTitle ? "" : signatureTitle(model),
          ),
        declarationTitle: (model: DeclarationReflection) =>
          renderAlias(context, model, values.get(model)) ??
          declarationTitle(model),
      });
      return context;
    }
  };
}

/** The classes and interfaces of this package that a declaration extends. Bases in generated types are left out. */
function renderBases(
  { partials }: MarkdownThemeContext,
  { types }: DeclarationHierarchy,
): string {
  const own = types.filter(
    (type) => type instanceof ReferenceType && type.reflection,
  );
  if (own.length === 0) return "";
  return `Extends ${own.map((type) => partials.someType(type)).join(", ")}.`;
}

/** A union. `string & {}`, which stands for any other text, is `string`. A long union is folded. */
function renderUnion(
  { partials }: MarkdownThemeContext,
  model: UnionType,
): string {
  const texts = model.types.map((type) => {
    if (isAnyOtherText(type)) return "`string`";
    const text = partials.someType(type, { forceCollapse: true });
    const isFunction =
      type instanceof ReflectionType && type.declaration.signatures;
    return isFunction ? `(${text})` : text;
  });
  const joined = texts.join(" \\| ");
  const literals = model.types.filter((type) => type instanceof LiteralType);
  if (literals.length <= MAX_UNFOLDED) return joined;
  return fold(`one of ${literals.length} values`, joined);
}

function isAnyOtherText(type: SomeType): boolean {
  if (!(type instanceof IntersectionType)) return false;
  return type.types.some(
    (part) => part instanceof IntrinsicType && part.name === "string",
  );
}

/** Text that the page shows after a click on `summary`. */
function fold(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>${text}</details>`;
}

/** A type alias whose values the compiler knows; undefined for any other declaration. */
function renderAlias(
  { partials }: MarkdownThemeContext,
  model: DeclarationReflection,
  resolved: readonly string[] | undefined,
): string | undefined {
  const values = resolved ?? literalsOf(model);
  if (!values || values.length <= MAX_UNFOLDED) return undefined;
  const list = values.map((value) => `\`${value}\``).join(", ");
  const open =
    resolved || partials.someType(model.type).includes("`string`")
      ? " Any other text is accepted too."
      : "";
  return `> **${model.name}** = one of ${values.length} values.${open}\n\n<details><summary>All ${values.length} values</summary>\n\n${list}\n\n</details>`;
}

function literalsOf({ type }: DeclarationReflection): string[] | undefined {
  if (!(type instanceof UnionType)) return undefined;
  const literals = type.types.filter((part) => part instanceof LiteralType);
  const isList = literals.length + 1 >= type.types.length;
  return isList
    ? literals.map(({ value }) => JSON.stringify(value))
    : undefined;
}

/** A function: its title, what it does, an example, its parameters, what it returns and what it throws. */
function renderSignature(
  { helpers, partials }: MarkdownThemeContext,
  model: SignatureReflection,
  title: string,
): string {
  const parts = [title];
  const comment = model.comment ?? model.parent.comment;
  if (comment) {
    parts.push(partials.comment(comment, { showTags: false }));
    parts.push(...textsOf(helpers, comment, "@example"));
  }
  if (model.typeParameters?.length)
    parts.push(
      "**Type parameters**",
      partials.typeParametersTable(model.typeParameters),
    );
  // The signature shows the types: a table without descriptions would only repeat it.
  if (model.parameters?.some((parameter) => parameter.comment))
    parts.push("**Parameters**", partials.parametersTable(model.parameters));
  if (!comment) return parts.join("\n\n");
  const [returned] = textsOf(helpers, comment, "@returns");
  if (returned) parts.push(`**Returns** ${returned}`);
  for (const [tag, label] of [
    ["@defaultValue", "Default"],
    ["@default", "Default"],
    ["@see", "See"],
  ] as const)
    for (const text of textsOf(helpers, comment, tag))
      parts.push(`**${label}** ${text}`);
  const thrown = textsOf(helpers, comment, "@throws");
  if (thrown.length > 0) {
    const list = thrown.map((text) => `- ${text}`).join("\n");
    parts.push(fold("Throws", `\n\n${list}\n\n`));
  }
  return parts.join("\n\n");
}

function textsOf(
  helpers: MarkdownThemeContext["helpers"],
  comment: Comment,
  tag: `@${string}`,
): string[] {
  return comment
    .getTags(tag)
    .map(({ content }) => helpers.getCommentParts(content));
}
