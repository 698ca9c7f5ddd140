import { Check, Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { useCopy } from './copy.tsx'
import { type CodeLanguage, highlight } from './highlight.ts'
import { Reading } from './lock.tsx'

interface CodeBlockProps {
  /** The name of the file, or what the code is. */
  title: string
  code: string
  /** Without it, the code has one color. */
  language?: CodeLanguage | undefined
  onCopied?: ((text: string) => void) | undefined
}

/** Code with a copy button, below its file name or language. */
export function CodeBlock({ title, code, language, onCopied }: CodeBlockProps) {
  const tokens = language ? highlight(code, language) : [{ text: code }]
  return (
    <figure className="ui-code" data-wraps={language === 'sh' || language === 'env' || undefined} style={{ margin: 0 }}>
      <header>
        <figcaption>{title}</figcaption>
        <Reading>
          <CopyButton text={code} subject={title} onCopied={onCopied} />
        </Reading>
      </header>
      {/* Long lines must scroll by keyboard too. */}
      <section aria-label={title}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it must scroll by keyboard too */}
        <pre tabIndex={0}>
          <code>
            {tokens.map(({ text, kind }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity, and never move
              <span key={index} data-kind={kind}>
                {text}
              </span>
            ))}
          </code>
        </pre>
      </section>
    </figure>
  )
}

interface CopyButtonProps {
  text: string
  /** What is copied, for screen readers. */
  subject: string
  onCopied?: ((text: string) => void) | undefined
}

function CopyButton({ text, subject, onCopied }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text)
  const press = async () => {
    if (await copy()) onCopied?.(text)
  }
  return (
    <Button
      size="small"
      variant="quiet"
      icon={isCopied ? <Check /> : <Copy />}
      aria-label={isCopied ? `${subject} copied` : `Copy ${subject}`}
      onClick={() => void press()}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
