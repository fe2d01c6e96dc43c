import { defineFirstFlow } from '../../feature/define.ts'
import { loginFeature } from './login.view.tsx'

export const loginFlow = defineFirstFlow({ id: 'login', routes: ['loginUrl'], feature: loginFeature })
