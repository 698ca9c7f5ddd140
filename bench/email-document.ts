/** An email as the visual editor of the dashboard stores it. */
export const emailDocument = {
  subject: 'News from {{projectDisplayName}}',
  category: 'Marketing',
  content: {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'News' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Hi ' },
          { type: 'variable', attrs: { name: 'userDisplayName', fallback: 'there' } },
        ],
      },
      { type: 'button', attrs: { href: 'https://example.com' }, content: [{ type: 'text', text: 'Read more' }] },
    ],
  },
}
