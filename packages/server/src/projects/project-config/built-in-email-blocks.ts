import type { Block, EmailDocument, Inline, Mark } from '@latchkey/contract'

/** Short ways to write the built-in emails. In texts, `{{name}}` and `{{name|fallback}}` are variables. */

export function heading(text: string): Block {
  return { type: 'heading', attrs: { level: 1 }, content: toInlines(text) }
}

export function paragraph(text: string): Block {
  return { type: 'paragraph', content: toInlines(text) }
}

/** Below the main text. */
export function note(text: string): Block {
  return { type: 'paragraph', attrs: { isSmall: true }, content: toInlines(text) }
}

export function button(text: string, variable: string): Block {
  return { type: 'button', attrs: { href: `{{${variable}}}` }, content: toInlines(text) }
}

export function quietButton(text: string, variable: string): Block {
  return { type: 'button', attrs: { href: `{{${variable}}}`, isQuiet: true }, content: toInlines(text) }
}

export function code(variable: string): Block {
  return { type: 'codeBlock', content: toInlines(`{{${variable}}}`) }
}

/** For readers whose email program does not show the button. */
export function linkText(variable: string): Block {
  const link: Mark = { type: 'link', attrs: { href: `{{${variable}}}` } }
  const content: Inline[] = [
    { type: 'text', text: 'If the button does not work, open this link:' },
    { type: 'hardBreak' },
    { type: 'variable', attrs: { name: variable }, marks: [link] },
  ]
  return { type: 'paragraph', attrs: { isSmall: true }, content }
}

export function when(variable: string, ...content: Block[]): Block {
  return { type: 'condition', attrs: { variable, isSet: true }, content }
}

export function unless(variable: string, ...content: Block[]): Block {
  return { type: 'condition', attrs: { variable, isSet: false }, content }
}

export function transactional(subject: string, ...content: Block[]): EmailDocument {
  return { subject, category: 'Transactional', content: { type: 'doc', content } }
}

export const greeting = paragraph('Hi {{userDisplayName|there}},')

export function toInlines(text: string): Inline[] {
  return text
    .split(/(\{\{[^{}]+\}\})/)
    .filter(Boolean)
    .map((part) => {
      const [, name, fallback] = /^\{\{([^|}]+)(?:\|([^}]*))?\}\}$/.exec(part) ?? []
      if (!name) return { type: 'text', text: part }
      return { type: 'variable', attrs: fallback ? { name, fallback } : { name } }
    })
}
