import { testComponents } from '../components.ts'

export default testComponents('18.3')
