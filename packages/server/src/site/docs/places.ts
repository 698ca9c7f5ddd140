import { anchorOf, type Operation } from './api.ts'

/** The paths of the docs: an introduction, a page for each group of routes, and the appendix. */

export const introductionPath = '/docs'
export const objectsPath = pathOf('Objects')
export const errorsPath = pathOf('Error codes')

/** Under a separate prefix, because some groups have the same name as a guide. */
export function pathOf(group: string): string {
  return `/docs/api/${anchorOf(group)}`
}

export function placeOfRoute({ tags: [group], 'x-route': id }: Pick<Operation, 'tags' | 'x-route'>): string {
  return `${pathOf(group)}#${anchorOf(id)}`
}

export function placeOfObject(name: string): string {
  return `${objectsPath}#object-${anchorOf(name)}`
}

export function placeOfError(code: string): string {
  return `${errorsPath}#error-${anchorOf(code)}`
}
