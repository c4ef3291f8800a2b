export { Menu } from '@wordpress/ui';
