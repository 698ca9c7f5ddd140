import type { Texts } from './source-texts.ts'

const texts = {} as Texts
export default texts
