import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { init } from 'front-entry';

const contextOptions = { baseUrl: 'http://localhost:3002', clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58' };

@Component({
  selector: 'app-root',
  imports: [],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  templateUrl: './app.html',
  styleUrl: './app.css'
})
export class App {
  protected readonly app = init({ contextOptions, themeOptions: { palette: { primary: { main: '#0f766e' } } } });
  protected readonly user = signal(this.app.getState().user);
  protected readonly stop = this.app.subscribe(({ user }) => this.user.set(user));
  protected readonly welcome = (event: CustomEvent<{ email: string }>) => console.info('Welcome', event.detail.email);
}
