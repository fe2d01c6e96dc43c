import { defineFirstFlow } from '../../feature/define.ts'
import { feature } from './login.feature.tsx'

export const loginFlow = defineFirstFlow({ id: 'login', routes: ['loginUrl'], feature })
