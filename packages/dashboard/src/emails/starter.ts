import type { EmailDocument } from '@latchkey/contract'

/** What a new email starts with. */
export const newEmail = (subject: string, category: EmailDocument['category']): EmailDocument => ({
  subject,
  category,
  content: {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Hi ' },
          { type: 'variable', attrs: { name: 'userDisplayName', fallback: 'there' } },
          { type: 'text', text: ',' },
        ],
      },
      { type: 'paragraph' },
    ],
  },
})
