import type { ReactNode } from 'react'

/** A name. What is one word, such as an email address or a variable, breaks at its parts where a line is too short. */
export function Name({ children }: { children: string }) {
  const [first, ...others] = /\s/.test(children) ? [children] : children.split(/(?<=[@._+-])/)
  const append = (before: ReactNode, part: string) => (
    <>
      {before}
      <wbr />
      {part}
    </>
  )
  return <bdi>{others.reduce<ReactNode>(append, first)}</bdi>
}
