import { useEffect, useRef, useState } from 'react'

interface EmailFrameProps {
  title: string
  html: string
  width?: 'desktop' | 'phone' | undefined
  /** The color scheme that the email sees. */
  scheme?: 'light' | 'dark' | undefined
}

/**
 * A sandboxed email: no scripts, no forms, and links open in a new tab. The frame sits inside an empty page and inherits
 * its policy, because emails use inline styles, which the dashboard's policy forbids.
 */
export function EmailFrame({ title, html, width = 'desktop', scheme = 'light' }: EmailFrameProps) {
  const outer = useRef<HTMLIFrameElement>(null)
  // Browsers reload a frame when it moves in the document.
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

/** Keeps the current version until the new one has loaded, so that the preview does not flicker while typing. */
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
