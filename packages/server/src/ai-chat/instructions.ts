import { findDraft } from '../emails/queries.ts'
import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'

export type ChatContext = 'email-theme' | 'email-template' | 'email-draft'

export interface ChatTool {
  name: 'createEmailTheme' | 'createEmailTemplate'
  description: string
}

/** What the model may call. Calling it only proposes a source; people look at it before it is saved. */
export function toolFor(context: ChatContext): ChatTool {
  return context === 'email-theme'
    ? { name: 'createEmailTheme', description: 'Proposes the complete source of the e-mail theme.' }
    : { name: 'createEmailTemplate', description: 'Proposes the complete source of the e-mail template.' }
}

/** What the model is told before the conversation: what a source is, and what it looks like now. */
export async function writeInstructions(ctx: Context, context: ChatContext, threadId: string): Promise<string> {
  const source = await getSource(ctx, context, threadId)
  return [
    `You help people to write ${kinds[context]} for the e-mails of their app.`,
    `When a change is asked for, call the tool ${toolFor(context).name} once, with the complete source and not only the part that changes. Otherwise answer in a few plain sentences.`,
    'Rules for sources:',
    ...[...commonRules, ...rules[context]].map((rule) => `- ${rule}`),
    'The source as it is now:',
    '```tsx',
    source,
    '```',
  ].join('\n')
}

async function getSource(ctx: Context, context: ChatContext, id: string): Promise<string> {
  const source = await findSource(ctx, context, id)
  if (source === undefined) throw new PlainError(404, `There is no such ${context.replace('email-', '')}.`)
  return source
}

async function findSource({ db, project }: Context, context: ChatContext, id: string): Promise<string | undefined> {
  if (context === 'email-draft') return (await findDraft(db, project.id, id))?.tsx_source
  const { themes, templates } = project.config.emails
  const sources: Record<string, { tsxSource: string }> = context === 'email-theme' ? themes : templates
  return Object.hasOwn(sources, id) ? sources[id]!.tsxSource : undefined
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
  'There is no network, no file system, no environment and no state. Components return the same for the same props.',
]

const templateRules = [
  'Export a React function component named EmailTemplate. Its props are user (with displayName, a text or null), project (with displayName) and variables.',
  'Put <Subject value="…" /> and <NotificationCategory value="Transactional" /> or value="Marketing", both from @stackframe/emails, into what EmailTemplate returns, at most once each and not inside other components of your own.',
  'Do not render Html, Head, Body or Tailwind; the theme does.',
]

const rules: Record<ChatContext, string[]> = {
  'email-theme': [
    'Export a React function component named EmailTheme. Its props are children and unsubscribeLink, a text that is there only for mails that people can unsubscribe from.',
    'Render Html, Head, Tailwind and Body from @react-email/components around children, and a link to unsubscribeLink if it is there.',
    'EmailTheme.PreviewProps may hold props for the preview.',
  ],
  'email-template': [
    ...templateRules,
    'Export variablesSchema, an arktype type({ … }), if the template has variables, and set EmailTemplate.PreviewVariables to an example of them.',
  ],
  'email-draft': [...templateRules, 'A draft has no variables.'],
}
