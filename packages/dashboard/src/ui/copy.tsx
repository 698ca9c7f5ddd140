import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './button.tsx'

function useCopy(text: string) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return { isCopied, copy }
}

function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <Button size="small" variant="quiet" icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy()}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}

/** An ID or another short value in monospace, with a copy button. */
export function CopyableId({ id, name = 'ID' }: { id: string; name?: string }) {
  const { isCopied, copy } = useCopy(id)
  return (
    <span className="ui-id">
      <code>{id}</code>
      <IconButton
        label={isCopied ? `${name} copied` : `Copy ${name}`}
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => void copy()}
      />
    </span>
  )
}

/** Code with a copy button, below its file name or language. */
export function CodeBlock({ title, code }: { title: string; code: string }) {
  return (
    <figure className="ui-code" style={{ margin: 0 }}>
      <header>
        <figcaption>{title}</figcaption>
        <CopyButton text={code} />
      </header>
      {/* Long lines must scroll by keyboard too. */}
      <section aria-label={title}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it must scroll by keyboard too */}
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  )
}
