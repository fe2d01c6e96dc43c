import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const isCustomElement = (tag: string) => tag.startsWith('fe-')

export default defineConfig({
  base: '/vue/',
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
})
