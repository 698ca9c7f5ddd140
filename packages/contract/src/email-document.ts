import { z } from 'zod'
import { maxLocaleLength, readLocale } from './locales.ts'

/*
 * An email or a theme as data: what the visual editor writes and the server renders without running any code.
 * In texts such as the subject, `{{name}}` and `{{name|fallback}}` are variables.
 * The kinds of built-in emails and their variables are in `email-kinds.ts`, which browsers can import without zod.
 */

/** Limits of a document. They keep one email from taking long to render. */
export const documentLimits = {
  depth: 12,
  nodes: 2_000,
  characters: 200_000,
  subject: 500,
  url: 2_000,
  languages: 30,
} as const

export type Alignment = 'left' | 'center' | 'right'

/** Attributes that are null are treated like absent ones. Unknown attributes, such as `class`, are ignored. */
interface Aligned {
  alignment?: Alignment | null | undefined
}

export type Mark =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' }
  /** `href` may contain `{{variables}}`. Links other than http, https and mailto are shown as text. */
  | { type: 'link'; attrs: { href: string } }

export type Inline =
  | { type: 'text'; text: string; marks?: Mark[] | undefined }
  | { type: 'hardBreak'; marks?: Mark[] | undefined }
  | Variable

/** A chip. The fallback is shown if the variable is empty. */
export interface Variable {
  type: 'variable'
  attrs: { name: string; fallback?: string | null | undefined }
  marks?: Mark[] | undefined
}

export interface ListItem {
  type: 'listItem'
  content: Block[]
}

export interface Column {
  type: 'columnsColumn'
  content: Block[]
}

export type Block =
  /** `isSmall` is for notes below the main text. */
  | {
      type: 'paragraph'
      attrs?: (Aligned & { isSmall?: boolean | null | undefined }) | undefined
      content?: Inline[] | undefined
    }
  | { type: 'heading'; attrs: Aligned & { level: 1 | 2 | 3 }; content?: Inline[] | undefined }
  | { type: 'bulletList'; content: ListItem[] }
  | { type: 'orderedList'; attrs?: { start?: number | null | undefined } | undefined; content: ListItem[] }
  | { type: 'blockquote'; content: Block[] }
  /** Left out if its link is empty. A quiet button has an outline instead of the brand color. */
  | {
      type: 'button'
      attrs: Aligned & { href: string; isQuiet?: boolean | null | undefined }
      content?: Inline[] | undefined
    }
  /** A one-time code, shown large. */
  | { type: 'codeBlock'; attrs?: Aligned | undefined; content?: Inline[] | undefined }
  /** `width` is in pixels. `alt` and `href` may contain `{{variables}}`; `src` is an https address. */
  | {
      type: 'image'
      attrs: Aligned & {
        src: string
        alt?: string | null | undefined
        width?: number | null | undefined
        href?: string | null | undefined
      }
    }
  | { type: 'horizontalRule' }
  | { type: 'twoColumns' | 'threeColumns' | 'fourColumns'; content: Column[] }
  /** Shows its content only if the variable has a value, or only if it has none (`isSet: false`). */
  | { type: 'condition'; attrs: { variable: string; isSet: boolean }; content: Block[] }

/** A TipTap document. */
export interface EmailContent {
  type: 'doc'
  content: Block[]
}

const variableName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/, 'must consist of letters and digits')
const plainText = z.string().max(documentLimits.characters)
const urlText = z.string().max(documentLimits.url)
const alignment = z.enum(['left', 'center', 'right']).nullish()

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['bold', 'italic', 'underline', 'strike', 'code']) }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: urlText }) }),
])
const marks = z.array(mark).max(10).optional()
const inline: z.ZodType<Inline> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: plainText.min(1), marks }),
  z.object({ type: z.literal('hardBreak'), marks }),
  z.object({
    type: z.literal('variable'),
    attrs: z.object({ name: variableName, fallback: z.string().max(500).nullish() }),
    marks,
  }),
])
const inlines = z.array(inline).optional()
const blocks: z.ZodType<Block[]> = z.array(z.lazy(() => block))
const someBlocks = blocks.refine((list) => list.length > 0, 'must not be empty')
const listItems = z.array(z.object({ type: z.literal('listItem'), content: someBlocks })).min(1)
const columns = (count: number) =>
  z.array(z.object({ type: z.literal('columnsColumn'), content: someBlocks })).length(count)

const block: z.ZodType<Block> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('paragraph'),
    attrs: z.object({ alignment, isSmall: z.boolean().nullish() }).optional(),
    content: inlines,
  }),
  z.object({
    type: z.literal('heading'),
    attrs: z.object({ alignment, level: z.union([z.literal(1), z.literal(2), z.literal(3)]) }),
    content: inlines,
  }),
  z.object({ type: z.literal('bulletList'), content: listItems }),
  z.object({
    type: z.literal('orderedList'),
    attrs: z.object({ start: z.number().int().min(0).max(10_000).nullish() }).optional(),
    content: listItems,
  }),
  z.object({ type: z.literal('blockquote'), content: someBlocks }),
  z.object({
    type: z.literal('button'),
    attrs: z.object({ alignment, href: urlText, isQuiet: z.boolean().nullish() }),
    content: inlines,
  }),
  z.object({ type: z.literal('codeBlock'), attrs: z.object({ alignment }).optional(), content: inlines }),
  z.object({
    type: z.literal('image'),
    attrs: z.object({
      alignment,
      src: urlText,
      alt: z.string().max(500).nullish(),
      width: z.number().int().min(1).max(1_200).nullish(),
      href: urlText.nullish(),
    }),
  }),
  z.object({ type: z.literal('horizontalRule') }),
  z.object({ type: z.literal('twoColumns'), content: columns(2) }),
  z.object({ type: z.literal('threeColumns'), content: columns(3) }),
  z.object({ type: z.literal('fourColumns'), content: columns(4) }),
  z.object({
    type: z.literal('condition'),
    attrs: z.object({ variable: variableName, isSet: z.boolean() }),
    content: someBlocks,
  }),
])
const wholeContent = z.object({ type: z.literal('doc'), content: blocks })

/** Checked in two steps, so that a deep or huge document is refused before the schema walks through it. */
const content = z
  .custom<EmailContent>()
  .superRefine((value, ctx) => {
    const tooLarge = findExcess(value)
    if (tooLarge) {
      ctx.addIssue({ code: 'custom', message: tooLarge })
      return
    }
    const { error } = wholeContent.safeParse(value)
    for (const issue of error?.issues.slice(0, 5) ?? []) {
      ctx.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    }
  })
  .meta({ type: 'object', description: 'The text of the email: a document of the TipTap editor.' })

function findExcess(value: unknown): string | undefined {
  let nodes = 0
  let characters = 0
  const stack: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (typeof next.value === 'string') characters += next.value.length
    if (characters > documentLimits.characters) return `must have at most ${documentLimits.characters} characters`
    if (typeof next.value !== 'object' || next.value === null) continue
    // A level of the document is an array of nodes and the nodes in it.
    if (next.depth > documentLimits.depth * 2) return `must be nested at most ${documentLimits.depth} levels deep`
    if (!Array.isArray(next.value) && ++nodes > documentLimits.nodes * 2) {
      return `must have at most ${documentLimits.nodes} elements`
    }
    for (const member of Object.values(next.value)) stack.push({ value: member, depth: next.depth + 1 })
  }
  return undefined
}

export const emailCategories = ['Transactional', 'Marketing'] as const

const texts = {
  subject: z.string().min(1).max(documentLimits.subject).meta({ description: 'May contain `{{variables}}`.' }),
  preview: z
    .string()
    .max(documentLimits.subject)
    .optional()
    .meta({ description: 'What inboxes show after the subject. May contain `{{variables}}`.' }),
  content,
}
const language = z
  .string()
  .max(maxLocaleLength)
  .refine((tag) => readLocale(tag) === tag, 'must be a language such as de or pt-BR')

/** An email. */
export const emailDocument = z
  .strictObject({
    category: z.enum(emailCategories),
    ...texts,
    translations: z
      .record(language, z.strictObject(texts))
      .refine(
        (variants) => Object.keys(variants).length <= documentLimits.languages,
        `must have at most ${documentLimits.languages} languages`,
      )
      .optional()
      .meta({ description: 'The email in other languages, by BCP 47 tag. Everybody else gets the texts above.' }),
  })
  .meta({ description: 'An email as data, which the server renders without running code.' })

export type EmailDocument = z.output<typeof emailDocument>

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #15171b')
const themeColors = z.strictObject({
  background: color,
  card: color,
  text: color,
  muted: color,
  border: color,
  link: color,
})

export const themeFonts = ['system', 'serif', 'mono'] as const
export const themeHeaders = ['logo-and-name', 'logo', 'name', 'none'] as const

/** What is around every email. Buttons have the colors of the project's branding. */
export const emailThemeDocument = z
  .strictObject({
    colors: themeColors,
    darkColors: themeColors
      .optional()
      .meta({ description: 'For readers who prefer dark. If absent, everyone sees the same.' }),
    font: z.enum(themeFonts),
    width: z.number().int().min(320).max(800).meta({ description: 'Of the content, in pixels.' }),
    radius: z.number().int().min(0).max(32).meta({ description: 'Of the corners of the card, in pixels.' }),
    header: z.enum(themeHeaders).meta({ description: 'What is above the card.' }),
    footer: z
      .string()
      .max(1_000)
      .optional()
      .meta({ description: 'Text below the card. May contain `{{variables}}` and line breaks.' }),
  })
  .meta({ description: 'A theme as data.' })

export type EmailThemeDocument = z.output<typeof emailThemeDocument>
export type ThemeColors = z.output<typeof themeColors>
