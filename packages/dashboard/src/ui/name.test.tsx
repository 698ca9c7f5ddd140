import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Name } from './name.tsx'

const piecesOf = (name: string) => render(<Name>{name}</Name>).container.innerHTML.split('<wbr>')

test('what is one word breaks at its parts, and stays one text', () => {
  expect(piecesOf('ada.love-lace@mail.example.com')).toEqual([
    '<bdi>ada.',
    'love-',
    'lace@',
    'mail.',
    'example.',
    'com</bdi>',
  ])
  expect(piecesOf('LATCHKEY_LOG')).toEqual(['<bdi>LATCHKEY_', 'LOG</bdi>'])
  expect(render(<Name>ada@example.com</Name>).getByText('ada@example.com')).toBeTruthy()
})

test('other names break between words only', () => {
  expect(piecesOf('Ada Lovelace-King')).toHaveLength(1)
})
