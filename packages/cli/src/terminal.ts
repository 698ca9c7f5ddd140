import { styleText } from 'node:util'

type Style = 'red' | 'green' | 'bold' | 'dim' | 'cyan'

/** Colours are for people: only on a terminal that has them, and not with NO_COLOR, which `hasColors` knows. */
export function paint(stream: NodeJS.WriteStream, style: Style, text: string): string {
  return stream.isTTY && stream.hasColors() ? styleText(style, text, { validateStream: false }) : text
}

export function print(text = ''): void {
  process.stdout.write(`${text}\n`)
}

/** Names come from people, and a terminal obeys control characters: none of theirs may reach it. */
export function toPlainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are just what must not pass
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()
}
