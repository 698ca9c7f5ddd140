import { expect, test } from 'vitest'
import { toProblem } from './problem.ts'

test('places a compiler error at its line and column', () => {
  const error = 'The template does not compile: Error transforming: Unexpected token (12:5)'
  expect(toProblem(error, 'template')).toEqual({ message: error, line: 12, column: 5 })
})

test('places a rendering error at its line, unless the other source caused it', () => {
  const error = 'Oh (line 3 of the theme)'
  expect(toProblem(error, 'theme')).toEqual({ message: error, line: 3 })
  expect(toProblem(error, 'template')).toBeUndefined()
})

test('places an error without a position at the first line', () => {
  expect(toProblem('The template must have a <Subject>.', 'template')).toMatchObject({ line: 1, column: undefined })
})
