import { render } from 'preact';
import { App } from './app.tsx';
import { connect, readAddress } from './state/live.ts';
import { startClock } from './state/now.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/navigation.css';
import './styles/messages.css';
import './styles/components.css';
import './styles/composer.css';
import './styles/backstage.css';
import './styles/narrow.css';

const page = document.getElementById('page');
if (!page) throw new Error('the page has no element to draw in');
readAddress();
connect();
startClock();
render(<App />, page);
