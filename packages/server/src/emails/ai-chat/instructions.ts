import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { EmailTemplate, EmailTheme } from '../../projects/project-config/built-in-emails.ts'
import { toTsx } from '../documents/to-tsx.ts'
import { findDraft, sourceOfDraft } from '../queries.ts'
import { sourceOf } from '../templates/find.ts'

export type ChatContext = 'email-theme' | 'email-template' | 'email-draft'

export interface ChatTool {
  name: 'createEmailTheme' | 'createEmailTemplate'
  description: string
}

/** The tool that the model may call. A call only proposes a source, which users review before saving it. */
export function toolFor(context: ChatContext): ChatTool {
  return context === 'email-theme'
    ? { name: 'createEmailTheme', description: 'Proposes the complete source of the email theme.' }
    : { name: 'createEmailTemplate', description: 'Proposes the complete source of the email template.' }
}

/** The system prompt: the rules for sources, and the current source. */
export async function writeInstructions(ctx: Context, context: ChatContext, threadId: string): Promise<string> {
  const source = await getSource(ctx, context, threadId)
  return [
    `You help users write ${kinds[context]} for the emails of their app.`,
    `If the user asks for a change, call the tool ${toolFor(context).name} once, with the complete source rather than only the changed part. Otherwise reply in a few plain sentences.`,
    'Rules for sources:',
    ...[...commonRules, ...rules[context]].map((rule) => `- ${rule}`),
    'The current source:',
    '```tsx',
    source,
    '```',
  ].join('\n')
}

async function getSource(ctx: Context, context: ChatContext, id: string): Promise<string> {
  const source = await findSource(ctx, context, id)
  if (source === undefined) throw new PlainError(404, `The ${context.replace('email-', '')} was not found.`)
  return source
}

async function findSource({ db, project }: Context, context: ChatContext, id: string): Promise<string | undefined> {
  if (context === 'email-draft') {
    const draft = await findDraft(db, project.id, id)
    return draft && toTsx(sourceOfDraft(draft))
  }
  const { themes, templates } = project.config.emails
  const sources: Record<string, EmailTheme | EmailTemplate> = context === 'email-theme' ? themes : templates
  return Object.hasOwn(sources, id) ? toTsx(sourceOf(sources[id]!)) : undefined
}

const kinds: Record<ChatContext, string> = {
  'email-theme': 'the theme',
  'email-template': 'a template',
  'email-draft': 'a draft',
}

const commonRules = [
  'A source is one TSX module for the automatic JSX runtime. React does not have to be imported.',
  'Only these modules can be imported: react, react/jsx-runtime, @react-email/components, arktype and @stackframe/emails.',
  'Styles are Tailwind classes; the theme has the Tailwind component around everything.',
  'There is no network, no file system, no environment and no state. Components always return the same output for the same props.',
]

const templateRules = [
  'Export a React function component named EmailTemplate. Its props are user (with displayName, a string or null), project (with displayName) and variables.',
  'Put <Subject value="…" /> and <NotificationCategory value="Transactional" /> or value="Marketing", both from @stackframe/emails, into what EmailTemplate returns, at most once each and not inside other components of your own.',
  'Do not render Html, Head, Body or Tailwind; the theme does.',
]

const rules: Record<ChatContext, string[]> = {
  'email-theme': [
    'Export a React function component named EmailTheme. Its props are children and unsubscribeLink, a string that is only set for emails that users can unsubscribe from.',
    'Render Html, Head, Tailwind and Body from @react-email/components around children, and a link to unsubscribeLink if it is set.',
    'EmailTheme.PreviewProps may contain props for the preview.',
  ],
  'email-template': [
    ...templateRules,
    'Export variablesSchema, an arktype type({ … }), if the template has variables, and set EmailTemplate.PreviewVariables to an example of them.',
  ],
  'email-draft': [...templateRules, 'A draft has no variables.'],
}
