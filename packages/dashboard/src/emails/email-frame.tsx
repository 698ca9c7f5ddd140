import { useEffect, useRef, useState } from 'react'

interface EmailFrameProps {
  title: string
  html: string
  width?: 'desktop' | 'phone' | undefined
  /** What the email is told the reader prefers. */
  scheme?: 'light' | 'dark' | undefined
}

/**
 * An email, shut off: no scripts, no forms, no way out of the frame but links, which open in a new tab. It is a frame
 * inside of an empty page, whose policy it gets: emails are styled inline, and the dashboard's policy forbids that.
 */
export function EmailFrame({ title, html, width = 'desktop', scheme = 'light' }: EmailFrameProps) {
  const outer = useRef<HTMLIFrameElement>(null)
  // Browsers load a frame again that is moved.
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const page = outer.current?.contentDocument
    if (loads > 0 && page) showEmail(page, title, html)
  }, [loads, title, html])
  return (
    <div className="emails-frame" data-width={width} data-scheme={scheme}>
      <iframe ref={outer} src="/dashboard/email-frame" title={title} onLoad={() => setLoads((count) => count + 1)} />
    </div>
  )
}

/** What is shown stays until the new version has loaded, so that nothing flickers while somebody writes. */
function showEmail(page: Document, title: string, html: string): void {
  const frame = page.createElement('iframe')
  frame.title = title
  frame.sandbox.value = 'allow-popups allow-popups-to-escape-sandbox'
  frame.srcdoc = withLinksInNewTabs(html)
  frame.addEventListener('load', () => {
    while (frame.previousSibling) frame.previousSibling.remove()
  })
  page.body.append(frame)
}

function withLinksInNewTabs(html: string): string {
  return html.includes('<head') ? html.replace(/<head[^>]*>/i, '$&<base target="_blank">') : html
}
