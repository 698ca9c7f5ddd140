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

/** An id or another short value, in mono, with a button that copies it. */
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

/** Code to copy, with its file name or language on top. */
export function CodeBlock({ title, code }: { title: string; code: string }) {
  return (
    <figure className="ui-code" style={{ margin: 0 }}>
      <header>
        <figcaption>{title}</figcaption>
        <CopyButton text={code} />
      </header>
      {/* Long lines scroll, also by keyboard. */}
      <section aria-label={title}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise nobody could scroll it without a mouse */}
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  )
}
