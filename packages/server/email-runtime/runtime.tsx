import './environment.ts'
import * as components from '@react-email/components'
import * as arktype from 'arktype'
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import { prerender } from 'react-dom/static'
import { withFunctionMethods } from './callable.ts'
import type { ThemeProps } from './emails-module.ts'
import * as emails from './emails-module.ts'
import { findMarks } from './marks.ts'

/** What sources may import, and nothing else. */
const modules: Record<string, unknown> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  '@react-email/components': components,
  arktype: withFunctionMethods(arktype),
  '@stackframe/emails': emails,
}

interface Template {
  EmailTemplate: ((props: emails.Props<unknown>) => React.ReactNode) & { PreviewVariables?: Record<string, unknown> }
  variablesSchema?: VariablesSchema
}

type ArkSchema = VariablesSchema & { onUndeclaredKey(behavior: 'delete'): VariablesSchema }
type VariablesSchema = (variables: unknown) => unknown

interface Theme {
  EmailTheme: ((props: ThemeProps) => React.ReactNode) & { PreviewProps?: Partial<ThemeProps> }
}

export interface RenderInput {
  user: { displayName: string | null }
  project: emails.Project
  variables: Record<string, unknown>
  unsubscribeLink?: string
  locale?: string
  /** Fills in what the sources give as an example. */
  isPreview: boolean
}

export interface RenderOutput {
  html: string
  subject?: string
  notificationCategory?: string
}

type Source = (require: (name: string) => unknown, exports: Record<string, unknown>) => void

function load(source: Source): Record<string, unknown> {
  const exports: Record<string, unknown> = {}
  source((name) => {
    if (Object.hasOwn(modules, name)) return modules[name]
    throw new Error(`"${name}" cannot be imported here. Available are ${Object.keys(modules).join(', ')}.`)
  }, exports)
  return exports
}

function readTemplate(source: Source): Template {
  const template = load(source)
  if (typeof template.EmailTemplate !== 'function') {
    throw new Error('The source must export a component named EmailTemplate.')
  }
  if (template.variablesSchema !== undefined && typeof template.variablesSchema !== 'function') {
    throw new Error('variablesSchema must be a function or a type of arktype.')
  }
  return template as unknown as Template
}

function readTheme(source: Source): Theme {
  const theme = load(source)
  if (typeof theme.EmailTheme !== 'function') throw new Error('The source must export a component named EmailTheme.')
  return theme as unknown as Theme
}

/** No theme: the bare document around the template. */
const bareTheme: Theme = {
  EmailTheme: ({ children, locale }) => (
    <components.Html lang={locale}>
      <components.Head />
      <components.Body>{children}</components.Body>
    </components.Html>
  ),
}

function readVariables({ EmailTemplate, variablesSchema }: Template, input: RenderInput): unknown {
  if (!variablesSchema) return {}
  const given = input.isPreview ? { ...EmailTemplate.PreviewVariables, ...input.variables } : input.variables
  // Keys that the schema does not name are no part of what it promises.
  const schema = 'onUndeclaredKey' in variablesSchema ? (variablesSchema as ArkSchema) : undefined
  const variables = schema ? schema.onUndeclaredKey('delete')(given) : variablesSchema(given)
  if (variables instanceof arktype.type.errors) throw new Error(`The variables do not fit: ${variables.summary}`)
  return variables
}

const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

async function renderDocument(tree: React.ReactNode): Promise<string> {
  let failure: unknown
  const { prelude } = await prerender(tree, {
    onError: (error) => {
      failure ??= error
    },
  })
  if (failure !== undefined) throw failure
  const html = (prelude as unknown as { readAll(): string }).readAll()
  // React parts neighbouring texts by comments, for a browser that would go on from here.
  return doctype + html.replace(/^<!DOCTYPE[^>]*>/i, '').replaceAll('<!-- -->', '')
}

/** The category of emails that cannot be switched off, and of those that name none. */
const alwaysSent = 'Transactional'

async function render(templateSource: Source, themeSource: Source | null, input: RenderInput): Promise<RenderOutput> {
  const template = readTemplate(templateSource)
  const theme = themeSource ? readTheme(themeSource) : bareTheme
  const { user, project, locale = 'en-US' } = input
  const props = { user, project, locale, variables: readVariables(template, input) }
  const marks = findMarks(template.EmailTemplate(props))
  const preview = input.isPreview ? theme.EmailTheme.PreviewProps : undefined
  // An email that nobody can unsubscribe from is shown without the line that it will not have.
  const isForEverybody = (marks.notificationCategory ?? alwaysSent) === alwaysSent && preview?.children === undefined
  const unsubscribeLink = input.unsubscribeLink ?? (isForEverybody ? undefined : preview?.unsubscribeLink)
  const { EmailTheme } = theme
  const { EmailTemplate } = template
  const html = await renderDocument(
    <EmailTheme project={project} locale={locale} unsubscribeLink={unsubscribeLink}>
      {preview?.children ?? <EmailTemplate {...props} />}
    </EmailTheme>,
  )
  return { html, ...marks }
}

/** The one way in. Answers in JSON, because nothing but text leaves the sandbox. */
const state = { template: undefined as Source | undefined, theme: null as Source | null, answer: '' }

Object.assign(globalThis, {
  latchkey: {
    setTemplate: (source: Source) => {
      state.template = source
    },
    setTheme: (source: Source) => {
      state.theme = source
    },
    start: (input: string) => {
      state.answer = ''
      render(state.template!, state.theme, JSON.parse(input) as RenderInput).then(
        (output) => {
          state.answer = JSON.stringify({ output })
        },
        (error: unknown) => {
          const [message, stack] = error instanceof Error ? [error.message, error.stack] : [String(error), undefined]
          state.answer = JSON.stringify({ error: message, stack })
        },
      )
    },
    answer: () => state.answer,
  },
})

const buttonStyle = { backgroundColor: '', color: '', borderRadius: '' }

/** Everything that is done once for all emails, done before the image is taken; Tailwind above all reads its defaults. */
render(
  (_require, exports) => {
    exports.EmailTemplate = () => null
  },
  (_require, exports) => {
    exports.EmailTheme = ({ children }: ThemeProps) => (
      <components.Html>
        <components.Head />
        <components.Tailwind>
          <components.Body className="font-sans">{children}</components.Body>
        </components.Tailwind>
      </components.Html>
    )
  },
  {
    user: { displayName: null },
    project: { displayName: '', buttonStyle, darkButtonStyle: buttonStyle },
    variables: {},
    isPreview: false,
  },
)
