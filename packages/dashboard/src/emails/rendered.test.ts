import { expect, test } from 'vitest'
import { toProblem } from './rendered.ts'

test('an error of the compiler is put at its line and column', () => {
  const error = 'The template does not compile: Error transforming: Unexpected token (12:5)'
  expect(toProblem(error, 'template')).toEqual({ message: error, line: 12, column: 5 })
})

test('an error while rendering is put at its line, unless it is in the other source', () => {
  const error = 'Oh (line 3 of the theme)'
  expect(toProblem(error, 'theme')).toEqual({ message: error, line: 3 })
  expect(toProblem(error, 'template')).toBeUndefined()
})

test('an error without a place is put at the first line', () => {
  expect(toProblem('The template must have a <Subject>.', 'template')).toMatchObject({ line: 1, column: undefined })
})
