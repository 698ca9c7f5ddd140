/** Offers a text as a file. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Prints the text alone, from a frame: the page around it would be printed as well. */
export function printText(title: string, text: string): void {
  const frame = document.createElement('iframe')
  // Browsers do not print what is not rendered.
  Object.assign(frame.style, { position: 'fixed', insetBlockEnd: '0', inlineSize: '0', blockSize: '0', border: '0' })
  frame.title = title
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  frame.onload = () => {
    const { contentWindow: view, contentDocument: page } = frame
    if (!view || !page) return
    page.title = title
    page.body.append(Object.assign(page.createElement('pre'), { textContent: text }))
    view.onafterprint = () => frame.remove()
    view.focus()
    view.print()
  }
  document.body.append(frame)
}
