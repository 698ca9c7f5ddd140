export type CodeLanguage = 'tsx' | 'sh' | 'env'

interface Token {
  text: string
  kind?: 'keyword' | 'string' | 'comment' | 'tag' | 'name' | undefined
}

const words =
  'import|from|export|default|const|let|function|return|async|await|new|type|interface|for|of|if|else|null|true|false'

/** One named group for each kind. What comes first wins, so that a comment contains no strings. */
const patterns: Record<CodeLanguage, RegExp> = {
  tsx: new RegExp(
    [
      String.raw`(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)`,
      String.raw`(?<string>'[^'\n]*'|"[^"\n]*"|\`[^\`]*\`)`,
      String.raw`(?<tag><\/?[A-Za-z][\w.]*)`,
      String.raw`(?<keyword>\b(?:${words})\b)`,
      String.raw`(?<name>\b[A-Za-z]+(?==[{"']))`,
    ].join('|'),
    'g',
  ),
  sh: /(?<comment>#.*)|(?<keyword>^\w+)|(?<string>https?:\S+)|(?<name>(?<=\s)--?[a-z][\w-]*)/gm,
  env: /(?<comment>^#.*)|(?<name>^\w+(?==))|(?<string>(?<==).+)/gm,
}

/** Colors for short snippets. The code editor has a real parser, but is many times larger than the page around it. */
export function highlight(code: string, language: CodeLanguage): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of code.matchAll(patterns[language])) {
    if (match.index > end) tokens.push({ text: code.slice(end, match.index) })
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    tokens.push({ text: match[0], kind: kind as Token['kind'] })
    end = match.index + match[0].length
  }
  return end < code.length ? [...tokens, { text: code.slice(end) }] : tokens
}
