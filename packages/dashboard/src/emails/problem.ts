import type { CodeProblem } from '../ui/code-editor.tsx'

/** Reads the position of an error. The server writes the line in words, compilers write `(line:column)`. */
export function toProblem(error: string, source: 'template' | 'theme'): CodeProblem | undefined {
  const [, namedLine, of] = /\(line (\d+) of the (template|theme)\)/.exec(error) ?? []
  if (namedLine) return of === source ? { message: error, line: Number(namedLine) } : undefined
  const [, line, column] = /\((\d+):(\d+)\)/.exec(error) ?? []
  return { message: error, line: Number(line ?? 1), column: line ? Number(column) : undefined }
}
