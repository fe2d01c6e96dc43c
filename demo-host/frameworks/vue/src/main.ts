import { createApp } from 'vue'
import './style.css'
import 'front-entry/vue'
import App from './App.vue'

createApp(App).mount('#app')
