import { mergeAttributes } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Gapcursor } from '@tiptap/extensions/gap-cursor'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import {
  alignment,
  Blockquote,
  Button,
  CodeBlock,
  Column,
  Columns,
  Condition,
  Image,
  InlineCode,
  isSmall,
  Link,
  Variable,
} from './nodes.ts'

/** One level lower in the page, whose title is the first. */
const EmailHeading = Heading.extend({
  addAttributes() {
    return { ...this.parent?.(), alignment }
  },
  parseHTML() {
    const own = { tag: '[data-level]', getAttrs: (element: HTMLElement) => ({ level: Number(element.dataset.level) }) }
    return [own, ...(this.parent?.() ?? [])]
  },
  renderHTML: ({ node, HTMLAttributes }) => [
    `h${node.attrs.level + 1}`,
    mergeAttributes(HTMLAttributes, { 'data-level': node.attrs.level }),
    0,
  ],
}).configure({ levels: [1, 2, 3] })

/** Exactly what an email document can contain. Everything else is left out when it is pasted. */
export const emailExtensions = [
  Document,
  Paragraph.extend({ addAttributes: () => ({ alignment, isSmall }) }),
  Text,
  EmailHeading,
  BulletList,
  OrderedList.extend({
    addAttributes: () => ({
      start: { default: null, parseHTML: (element) => Number(element.getAttribute('start')) || null },
    }),
  }),
  ListItem.extend({ content: 'block+' }),
  ListKeymap,
  Blockquote,
  HardBreak,
  HorizontalRule,
  Button,
  CodeBlock,
  Image,
  ...Columns,
  Column,
  Condition,
  Variable,
  Bold,
  Italic,
  Underline,
  Strike,
  InlineCode,
  Link,
  Gapcursor,
  UndoRedo,
]
