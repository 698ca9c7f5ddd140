import { styleText } from 'node:util'

type Style = 'red' | 'green' | 'bold' | 'dim' | 'cyan'

/** Only on a terminal with colors, and not with NO_COLOR, which `hasColors` respects. */
export function paint(stream: NodeJS.WriteStream, style: Style, text: string): string {
  return stream.isTTY && stream.hasColors() ? styleText(style, text, { validateStream: false }) : text
}

export function print(text = ''): void {
  process.stdout.write(`${text}\n`)
}

/** Removes control characters from names, because users choose those and a terminal would interpret them. */
export function toPlainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()
}
