import { useEffect, useId, useRef, useState } from 'react'

interface EmailFrameProps {
  title: string
  html: string
  width?: 'desktop' | 'phone' | undefined
  /** What the email is told the reader prefers. */
  scheme?: 'light' | 'dark' | undefined
}

/**
 * An email, shut off: no scripts, no forms, no way out of the frame but links, which open in a new tab. The server sends
 * it back with a policy of its own, because emails are styled inline and the dashboard's policy forbids that.
 */
export function EmailFrame({ title, html, width = 'desktop', scheme = 'light' }: EmailFrameProps) {
  // A new frame for every version: posting into one that is there would add to the history of the browser.
  const [frames, setFrames] = useState([{ id: 0, html, scheme }])
  const latest = frames.at(-1)
  if (latest && (latest.html !== html || latest.scheme !== scheme)) {
    setFrames([...frames.slice(-1), { id: latest.id + 1, html, scheme }])
  }
  return (
    <div className="emails-frame" data-width={width} data-scheme={scheme}>
      {frames.map((frame, index) => (
        <PostedFrame
          key={frame.id}
          {...frame}
          title={title}
          isCovered={index < frames.length - 1}
          onShown={() => setFrames((all) => all.filter(({ id }) => id >= frame.id))}
        />
      ))}
    </div>
  )
}

interface PostedFrameProps {
  title: string
  html: string
  scheme: 'light' | 'dark'
  isCovered: boolean
  onShown: () => void
}

function PostedFrame({ title, html, scheme, isCovered, onShown }: PostedFrameProps) {
  const name = `email-${useId()}`
  const form = useRef<HTMLFormElement>(null)
  const hasPosted = useRef(false)
  useEffect(() => {
    form.current?.submit()
    hasPosted.current = true
  }, [])
  return (
    <>
      <iframe
        name={name}
        title={title}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        aria-hidden={isCovered || undefined}
        tabIndex={isCovered ? -1 : undefined}
        data-scheme={scheme}
        onLoad={() => hasPosted.current && onShown()}
      />
      <form ref={form} method="post" action="/dashboard/email-frame" target={name} hidden>
        <textarea name="html" readOnly value={withLinksInNewTabs(html)} />
      </form>
    </>
  )
}

function withLinksInNewTabs(html: string): string {
  return html.includes('<head') ? html.replace(/<head[^>]*>/i, '$&<base target="_blank">') : html
}
