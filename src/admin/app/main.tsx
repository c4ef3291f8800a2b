import './admin.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { ErrorScreen } from './error-screen.tsx';
import { Shell } from './shell.tsx';

const HomeScreen = lazy(async () => ({ default: (await import('../features/home/home-screen.tsx')).HomeScreen }));
const CommentsScreen = lazy(async () => ({ default: (await import('../features/comments/comments-screen.tsx')).CommentsScreen }));
const PostsScreen = lazy(async () => ({ default: (await import('../features/posts/posts-screen.tsx')).PostsScreen }));
const MediaScreen = lazy(async () => ({ default: (await import('../features/media/media-screen.tsx')).MediaScreen }));
const EditorScreen = lazy(async () => ({ default: (await import('../features/editor/editor-screen.tsx')).EditorScreen }));

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5000, networkMode: 'always' } } });
const router = createBrowserRouter([
  {
    path: '/', element: <Shell />, errorElement: <ErrorScreen />,
    children: [
      { index: true, element: <HomeScreen /> }, { path: 'edit.php', element: <PostsScreen /> }, { path: 'edit-comments.php', element: <CommentsScreen /> },
      { path: 'upload.php', element: <MediaScreen /> },
      { path: 'post.php', element: <EditorScreen /> }, { path: 'post-new.php', element: <EditorScreen /> },
    ],
  },
], { basename: '/wp-admin' });

const place = document.querySelector('#newsroom');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
