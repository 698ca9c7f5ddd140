import { expect, test } from 'vitest'
import { paint, toPlainText } from './terminal.ts'

const terminal = (isTTY: boolean, hasColors: boolean) => ({ isTTY, hasColors: () => hasColors }) as NodeJS.WriteStream

test('only a terminal that has colors gets them', () => {
  expect(paint(terminal(true, true), 'red', 'text')).toBe('\u001b[31mtext\u001b[39m')
  expect(paint(terminal(true, false), 'red', 'text')).toBe('text')
  expect(paint({ isTTY: false } as NodeJS.WriteStream, 'red', 'text')).toBe('text')
})

test('no control character of a name reaches the terminal', () => {
  expect(toPlainText('Ada\u001b]0;title\u0007\r\nLovelace\u202e')).toBe('Ada ]0;title Lovelace')
})
