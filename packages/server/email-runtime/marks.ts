import type { ReactNode } from 'react'
import { NotificationCategory, Subject } from './emails-module.ts'

interface Element {
  type: unknown
  props: { value?: unknown; children?: ReactNode }
}

/** The subject and the category that a template names, found in what it returns but not inside its components. */
export function findMarks(tree: ReactNode): { subject?: string; notificationCategory?: string } {
  const subjects: string[] = []
  const categories: string[] = []
  const visit = (node: ReactNode): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child)
      return
    }
    if (typeof node !== 'object' || node === null || !('props' in node)) return
    const { type, props } = node as Element
    if (type === Subject) subjects.push(readMark('Subject', props.value))
    else if (type === NotificationCategory) categories.push(readMark('NotificationCategory', props.value))
    else visit(props.children)
  }
  visit(tree)
  return {
    ...only('Subject', 'subject', subjects),
    ...only('NotificationCategory', 'notificationCategory', categories),
  }
}

function readMark(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new Error(`The value of <${name}> must be a string.`)
}

function only<K extends string>(name: string, key: K, values: string[]): { [P in K]?: string } {
  if (values.length > 1) throw new Error(`An email can have one <${name}> only.`)
  return values.length === 0 ? {} : ({ [key]: values[0] } as { [P in K]: string })
}
