import type { Block } from '@latchkey/contract'
import type { Values } from './values.ts'

/** A block as it is shown: what depends on variables is decided, and links are filled in. */
export type ShownBlock = Exclude<Block, { type: 'condition' | 'button' }> | ShownButton

type Button = Extract<Block, { type: 'button' }>
export type ShownButton = Button & { url: string }

/** Leaves out what has no reason to be shown, such as a button without a link. */
export function listShown(blocks: readonly Block[], values: Values): ShownBlock[] {
  return blocks.flatMap((block): ShownBlock[] => {
    if (block.type === 'condition') {
      const isShown = values.isSet(block.attrs.variable) === block.attrs.isSet
      return isShown ? listShown(block.content, values) : []
    }
    if (block.type !== 'button') return [block]
    const url = values.fillUrl(block.attrs.href)
    return url === undefined ? [] : [{ ...block, url }]
  })
}
