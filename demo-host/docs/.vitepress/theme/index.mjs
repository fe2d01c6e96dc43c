// The theme without web fonts: the site requests only its own files, and fonts would be a third of them.
import theme from 'vitepress/theme-without-fonts'
import Playground from './playground/playground.vue'
import './style.css'

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component('playground', Playground)
  },
}
