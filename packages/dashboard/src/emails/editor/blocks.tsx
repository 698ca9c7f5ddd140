import type { ChainedCommands, JSONContent } from '@tiptap/core'
import {
  Columns2,
  Columns3,
  Columns4,
  Heading1,
  Heading2,
  ImageIcon,
  List,
  ListOrdered,
  Minus,
  MousePointerClick,
  Quote,
  RectangleEllipsis,
  Split,
} from 'lucide-react'
import type { EmailVariable, Entry } from './entries.tsx'
import { columnTypes } from './nodes.ts'

/** The blocks that the toolbar and the `/` menu insert. */
export function blockEntries(variables: readonly EmailVariable[]): Entry[] {
  const link = variables.find(({ isLink }) => isLink)?.name
  const code = variables.find(({ name }) => name === 'otp' || name === 'code')?.name
  const first = variables[0]?.name
  const put = (content: JSONContent) => (chain: ChainedCommands) => chain.insertContent(content)
  return [
    { label: 'Title', icon: <Heading1 />, insert: (chain) => chain.setHeading({ level: 1 }) },
    { label: 'Heading', icon: <Heading2 />, insert: (chain) => chain.setHeading({ level: 2 }) },
    {
      label: 'Button',
      icon: <MousePointerClick />,
      insert: put({ type: 'button', attrs: { href: link ? `{{${link}}}` : '' }, content: [text('Open')] }),
    },
    {
      label: 'One-time code',
      icon: <RectangleEllipsis />,
      insert: put({
        type: 'codeBlock',
        content: [code ? { type: 'variable', attrs: { name: code } } : text('123456')],
      }),
    },
    { label: 'Image', icon: <ImageIcon />, insert: put({ type: 'image', attrs: { src: '' } }) },
    { label: 'Divider', icon: <Minus />, insert: (chain) => chain.setHorizontalRule() },
    { label: 'Two columns', icon: <Columns2 />, insert: put(columns(2)) },
    { label: 'Three columns', icon: <Columns3 />, insert: put(columns(3)) },
    { label: 'Four columns', icon: <Columns4 />, insert: put(columns(4)) },
    { label: 'Bulleted list', icon: <List />, insert: (chain) => chain.toggleBulletList() },
    { label: 'Numbered list', icon: <ListOrdered />, insert: (chain) => chain.toggleOrderedList() },
    { label: 'Quote', icon: <Quote />, insert: (chain) => chain.toggleWrap('blockquote') },
    ...(first ? [{ label: 'Condition', icon: <Split />, insert: put(condition(link ?? first)) }] : []),
  ]
}

const text = (value: string): JSONContent => ({ type: 'text', text: value })
const columns = (count: 2 | 3 | 4): JSONContent => ({
  type: columnTypes[count],
  content: Array.from({ length: count }, () => ({ type: 'columnsColumn', content: [{ type: 'paragraph' }] })),
})
const condition = (variable: string): JSONContent => ({
  type: 'condition',
  attrs: { variable, isSet: true },
  content: [{ type: 'paragraph' }],
})
