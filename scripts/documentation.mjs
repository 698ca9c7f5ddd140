import { fileURLToPath } from 'node:url'
import { API, SignatureKind, SymbolFlags } from 'typescript/unstable/sync'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Everything that users of a package can name: its exports, and the members of its interfaces and classes. Not what is
 * marked with `@internal`, because only our own packages use it.
 */
export function listPublicNames(name, entry = 'src/index.ts') {
  const folder = `${root}packages/${name}`
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${folder}/tsconfig.json`] }).getProjects()
    return listNames(project, `${folder}/${entry}`, `${folder}/src/`.toLowerCase())
  } finally {
    api.close()
  }
}

function listNames({ checker, program }, entry, sources) {
  const names = new Map()
  const isOurs = ({ path }) => path.toLowerCase().startsWith(sources)
  const add = (name, symbol, needsExample) => {
    const [declaration] = symbol.declarations.filter(isOurs)
    const tags = symbol.getJsDocTags(checker)
    const has = (tag) => tags.some((each) => each.name === tag)
    if (!declaration || has('internal')) return false
    const hasText = symbol.getDocumentationComment(checker) !== '' || has('deprecated')
    const examples = tags.filter((tag) => tag.name === 'example').map(({ text }) => text)
    const isExemplified = !needsExample || examples.length > 0 || has('deprecated')
    names.set(name, { name, examples, isMissing: !hasText || !isExemplified })
    return true
  }

  for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))) {
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (!add(exported.name, symbol, true) || !(symbol.flags & (SymbolFlags.Interface | SymbolFlags.Class))) continue
    for (const member of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))) {
      const owner = member.getParent()?.name ?? exported.name
      if (/^(_|#)/.test(member.name) || member.name.includes('@') || owner.startsWith('__')) continue
      add(`${owner}.${member.name}`, member, owner.endsWith('AppConstructorOptions') || isMethod(checker, member))
    }
  }
  return [...names.values()]
}

function isMethod(checker, member) {
  if (member.flags & SymbolFlags.Method) return true
  const type = checker.getTypeOfSymbol(member)
  return !(member.flags & SymbolFlags.Optional) && checker.getSignaturesOfType(type, SignatureKind.Call).length > 0
}
