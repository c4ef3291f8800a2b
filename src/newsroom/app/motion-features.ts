export { motion } from 'framer-motion';
